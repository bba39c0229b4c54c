import { mount } from "svelte";
import App from "./App.svelte";
import { preferred, speak } from "./core/i18n.svelte";
import "./core/theme.svelte";
import "./style.css";

await speak(preferred());
mount(App, { target: document.getElementById("app")! });
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => {});
