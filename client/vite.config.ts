import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const server = process.env.BOLI_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    // Lists what has been built in src/sw/sw.ts; the manifest is public/manifest.webmanifest, core/update.ts registers.
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      injectRegister: null,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        // Its own small build is as quiet as the one around it.
        buildPlugins: { vite: [{ name: 'quiet', config: () => ({ logLevel: 'warn' }) }] },
        globPatterns: ['**/*.{js,mjs,css,html,svg,png,webmanifest}'],
        // The reader of PDFs is for admins, and larger than all the rest.
        globIgnores: ['**/pdf[.-]*'],
        maximumFileSizeToCacheInBytes: 3_000_000,
      },
    }),
  ],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1500 },
  server: {
    proxy: {
      '/api': server,
      '/health': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
