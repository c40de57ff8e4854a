import "./base.css";
import "./themes.css";

export { applyTheme, themes, type ThemeId } from "./themes";
