import type { Player, GameState } from "./protocol";

/** The page's address after the `#`: a page, and what is on it. */
export const PAGES = ["play", "explore", "sequences", "matches", "learn"] as const;
export type Page = (typeof PAGES)[number];
export interface Address {
  page: Page;
  query: Record<string, string>;
}

/** Texts of positions stay readable in an address: only what would end it is escaped. */
function escaped(text: string): string {
  return encodeURIComponent(text)
    .replace(/%(2F|3A|2C|40|3B|7C)/g, (code) => decodeURIComponent(code))
    .replace(/%20/g, "+");
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
}

export function readAddress(hash: string): Address {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const page = PAGES.find((name) => name === path) ?? "play";
  const query: Record<string, string> = {};
  for (const pair of search.split("&")) {
    const [key = "", value = ""] = pair.split(/=(.*)/s);
    if (key) query[plain(key)] = plain(value);
  }
  return { page, query };
}

export function writeAddress({ page, query }: Address): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== "");
  const search = pairs.map(([key, value]) => `${escaped(key)}=${escaped(value)}`).join("&");
  return `#/${page}${search && "?"}${search}`;
}

/** Who plays a side: a person, or an agent with its milliseconds a move. */
export interface Seat {
  agent: string | null;
  millis: number;
}
export const PERSON: Seat = { agent: null, millis: 1000 };

function readSeat(text: string | undefined): Seat {
  if (!text || text === "person") return { ...PERSON };
  const [agent = "", millis] = text.split("@");
  return { agent, millis: Math.min(Math.max(Number(millis) || 1000, 50), 600_000) };
}

const writeSeat = (seat: Seat): string => (seat.agent ? `${seat.agent}@${seat.millis}` : "");

/** A table with who sits at it, as it stands in an address. */
export interface Setting {
  table: GameState;
  left: Seat;
  right: Seat;
}

export function readSetting(query: Record<string, string>): Setting | null {
  if (!query.game) return null;
  const first: Player | null = query.first === "left" || query.first === "right" ? query.first : null;
  return {
    table: {
      game: query.game,
      start: query.start ?? "start",
      first,
      misere: query.misere === "1",
      moves: query.moves?.split(" ").filter(Boolean) ?? [],
    },
    left: readSeat(query.left),
    right: readSeat(query.right),
  };
}

export function writeSetting({ table, left, right }: Setting): Record<string, string> {
  return {
    game: table.game,
    start: table.start,
    first: table.first ?? "",
    misere: table.misere ? "1" : "",
    left: writeSeat(left),
    right: writeSeat(right),
    moves: table.moves.join(" "),
  };
}
