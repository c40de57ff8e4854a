import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import typescript from "typescript-eslint";
import page from "./svelte.config.js";

/** The rules that ESLint cannot apply in a component: imported components are `any` to it. svelte-check has types. */
const unsafe = ["argument", "assignment", "call", "member-access", "return"];

export default defineConfig(
  { ignores: ["dist/", "src/api/schema.d.ts"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  typescript.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
    rules: {
      "max-len": ["error", { code: 120 }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `{#each { length: n } as _, index}` has no other way to count.
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_$" }],
      // The plain maps and sets are caches and results of one computation; what is watched is a SvelteMap or $state.
      "svelte/prefer-svelte-reactivity": "off",
      // `{" "}` keeps a space that Svelte would drop at the border of a block.
      "svelte/no-useless-mustaches": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig: page } },
  },
  {
    files: ["**/*.svelte"],
    rules: Object.fromEntries(unsafe.map((what) => [`@typescript-eslint/no-unsafe-${what}`, "off"])),
  },
  { files: ["**/*.js"], extends: [typescript.configs.disableTypeChecked] },
);
