import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { firstPaint } from './first-paint.ts';

const server = process.env.BOLI_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    // Only the server writes mails and notifications: pages do not load their texts.
    {
      name: 'without-texts-of-the-server',
      transform(code, id) {
        if (/\/messages\/\w+\/mail\.ts$/.test(id)) return 'export const mail = {};';
        if (!/\/messages\/\w+\/notifications\.ts$/.test(id)) return null;
        return code.replace(
          /["']notifications\.\w+\.(?:title|body\w*)["']:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g,
          '',
        );
      },
    },
    // Only the native shell shows these, and adds them itself (app/native-shell.tsx).
    {
      name: 'without-texts-of-the-shell',
      enforce: 'pre',
      resolveId: (source, importer) =>
        source === './en/native' && importer?.endsWith('/messages/en.ts') ? 'no-texts-of-the-shell' : null,
      load: (id) => (id === 'no-texts-of-the-shell' ? 'export const native = {};' : null),
    },
    firstPaint(),
    // Lists the built files in src/sw/sw.ts; the manifest is public/manifest.webmanifest, core/update.ts registers the
    // worker.
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      injectRegister: null,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        // The worker's separate build logs as little as the main one.
        buildPlugins: { vite: [{ name: 'quiet', config: () => ({ logLevel: 'warn' }) }] },
        globPatterns: ['**/*.{js,mjs,css,html,svg,png,webmanifest}'],
        // The PDF reader is for admins only, and larger than everything else.
        globIgnores: ['**/pdf[.-]*'],
        maximumFileSizeToCacheInBytes: 3_000_000,
      },
    }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    // Small parts of the first load that many chunks share compress better as one file.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules.(react\/|react-dom\/|scheduler\/|@tabler.*createReactComponent)/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/health': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
