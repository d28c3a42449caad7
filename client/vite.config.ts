import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkOf } from './chunks.ts';
import { firstLoad } from './first-load.ts';
import { firstPaint } from './first-paint.ts';

/** The modules of the English catalogue that only one part of the app shows, each with the name of its export. */
const textsOfOnePart: Record<string, string> = {
  './en/native': 'native',
  './en/admin': 'admin',
  './en/admin-log': 'adminLog',
  './en/live': 'live',
  './en/fairness': 'fairness',
  './en/bids': 'bids',
  './en/drivers': 'drivers',
  './en/bookings': 'bookings',
  './en/payments': 'payments',
  './en/push': 'push',
  './en/ratings': 'ratings',
  './en/jurisdictions': 'jurisdictions',
  './en/receipts': 'receipts',
  './en/trip': 'trip',
  './en/earned': 'earned',
};

/**
 * The code that replaces zod's JSON Schema modules on a page: it exports the names that zod's other modules import.
 * When a form first uses a schema, zod calls the first two functions, which return methods. Those methods and the
 * other functions are called only to describe a schema.
 */
const noJsonSchema = [
  'createToJSONSchemaMethod',
  'createStandardJSONSchemaMethod',
  'toJSONSchema',
  'aggregateChecks',
  'JSONSchemaGenerator',
]
  .map((name) => `export const ${name} = () => () => { throw new Error('a page has no JSON Schema'); };`)
  .join('\n');

/** The server to which `npm run dev` forwards API requests and the socket. */
const server = process.env.DEV_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    // Only the server writes mails and the bodies of notifications: pages do not load these texts.
    {
      name: 'without-texts-of-the-server',
      transform(code, id) {
        if (/\/messages\/\w+\/mail\.ts$/.test(id)) return 'export const mail = {};';
        if (!/\/messages\/\w+\/notifications\.ts$/.test(id)) return null;
        return code.replace(/["']notifications\.\w+\.body\w*["']:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g, '');
      },
    },
    // Texts that only one part of the app shows: that part adds them itself (`addEnglish`), and no other page loads them.
    {
      name: 'without-texts-of-one-part',
      enforce: 'pre',
      resolveId: (source, importer) =>
        importer?.endsWith('/messages/en.ts') && source in textsOfOnePart ? `no texts: ${source}` : null,
      load: (id) => {
        const source = id.startsWith('no texts: ') ? id.slice('no texts: '.length) : '';
        return source in textsOfOnePart ? `export const ${textsOfOnePart[source]} = {};` : null;
      },
    },
    // Only the server describes its schemas as JSON Schema, for the API's documentation.
    {
      name: 'without-json-schema',
      load: (id) =>
        /zod.v4.core.(to-json-schema|json-schema-(processors|generator))\.js$/.test(id) ? noJsonSchema : null,
      transform: (code, id) =>
        /zod.v4.classic.schemas\.js$/.test(id) ? code.replace(/inst\._zod\.processJSONSchema = .*;/g, '') : null,
    },
    // The hub takes websockets only: pages do not load the library's other transports.
    {
      name: 'without-other-transports',
      load: (id) =>
        /engine\.io-client.build.esm.transports.(polling-xhr(\.node)?|webtransport)\.js$/.test(id)
          ? 'export class XHR {}\nexport class WT {}'
          : null,
    },
    firstPaint(),
    firstLoad(),
    // Of two rules of the same specificity the later wins: the sheet with the library's rules comes before the others.
    {
      name: 'common-sheet-first',
      transformIndexHtml: {
        order: 'post',
        handler: (html) => {
          const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? [];
          const [first] = sheets;
          const common = sheets.find((sheet) => sheet.includes('/index-'));
          if (!first || !common || first === common) return html;
          return html.replace(common, '').replace(first, `${common}${first}`);
        },
      },
    },
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Only chunkOf decides the file of a module: what the module imports may belong to another file.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', test: /node_modules.(react\/|react-dom\/|scheduler\/)/, priority: 2 },
            // The entry and everything else that it imports statically are one file.
            { name: 'app', tags: ['$initial'], priority: 1 },
            { debugName: 'page', name: (id, graph) => chunkOf(id, (one) => graph.getModuleInfo(one)) },
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
