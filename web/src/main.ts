import "./theme";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { printOnWhite } from "./app/printing";

printOnWhite();
const target = document.getElementById("app");
if (target) mount(App, { target });
