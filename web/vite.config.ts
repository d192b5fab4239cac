import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Writes the service worker with the list of what was built, so that one visit is enough to work offline. */
function serviceWorker(): Plugin {
  return {
    name: "nimatron-service-worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith(".map"));
      const files = ["./", ...built, "manifest.webmanifest", "icon.svg", "theme.js"].filter((name) => name !== "index.html");
      const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
      const source = readFileSync(new URL("src/service-worker.js", import.meta.url), "utf8")
        .replace("__VERSION__", JSON.stringify(version))
        .replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  };
}

export default defineConfig({
  // Relative, so that the site works in any folder of any host.
  base: "./",
  plugins: [svelte(), serviceWorker()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: { proxy: { "/ws": { target: "ws://127.0.0.1:4711", ws: true, changeOrigin: true } } },
});
