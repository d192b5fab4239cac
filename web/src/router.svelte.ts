import { type Address, readAddress, writeAddress } from "./address";

/** The address as state: pages read it, and write what they show back into it. */
class Router {
  address = $state.raw<Address>(readAddress(location.hash));
  /** Counts what came from outside: a link, Back, a typed address. */
  visits = $state(0);

  constructor() {
    addEventListener("hashchange", () => {
      const fresh = readAddress(location.hash);
      if (writeAddress(fresh) === writeAddress(this.address)) return;
      this.address = fresh;
      this.visits += 1;
    });
  }

  /** Shows what is on the page in the address, without a new entry in the history. */
  show(address: Address): void {
    const text = writeAddress(address);
    if (text === writeAddress(this.address)) return;
    this.address = address;
    history.replaceState(null, "", text);
  }

  go(address: Address): void {
    location.hash = writeAddress(address);
  }
}

export const router = new Router();
export const link = (page: Address["page"], query: Record<string, string> = {}): string => writeAddress({ page, query });
