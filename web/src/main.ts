import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Only for opening without a network: the page doesn't need it, so its absence is no failure.
  navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
}
