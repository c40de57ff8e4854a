/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env["ENRAYA_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  // The server forbids inline styles, scripts and data: fonts, so nothing is inlined.
  build: {
    outDir: process.env["ENRAYA_WEB_OUT"] ?? "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    // From it the wheel's notices and bill of materials are made; it is not installed with the page.
    license: { fileName: "licenses.json" },
  },
  server: { proxy: { "/api": { target: server, ws: true, changeOrigin: true } } },
  // No test changes what a module keeps, so they share one set of modules: loading it costs more than the tests.
  test: { include: ["tests/**/*.test.ts", "src/**/*.test.ts"], environment: "node", isolate: false, pool: "threads" },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
});
