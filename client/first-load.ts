import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import { firstViews, HOME, isAppModule, type Role, roles } from './chunks.ts';

/**
 * The paths that the page of each role reads at first. Vite runs the module that lists them, because that module imports
 * other modules of the client.
 */
async function readFirstCalls(): Promise<Record<Role, readonly string[]>> {
  const list = fileURLToPath(new URL('src/app/first-calls.ts', import.meta.url));
  const { module } = await runnerImport<typeof import('./src/app/first-calls.ts')>(list, { logLevel: 'warn' });
  return module.firstCalls;
}

/** The built files by name; each script lists those that it imports. */
type Bundle = Record<string, BuiltFile>;
type BuiltFile =
  | { type: 'asset' }
  | {
      type: 'chunk';
      facadeModuleId: string | null;
      moduleIds: string[];
      imports: string[];
      viteMetadata?: { importedCss: Set<string> } | undefined;
    };

/** The scripts that contain one of these modules of `src/app/`, with all scripts that they import. */
function filesOf(bundle: Bundle, modules: readonly string[]): Set<string> {
  const isWanted = (file: BuiltFile) =>
    file.type === 'chunk' && file.moduleIds.some((id) => modules.some((name) => isAppModule(id, name)));
  const files = new Set(Object.keys(bundle).filter((name) => bundle[name] && isWanted(bundle[name])));
  for (const name of files) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const imported of file.imports) files.add(imported);
  }
  return files;
}

/** The scripts and style sheets of the page of a role, without those that are already in index.html. */
function preloadsOf(bundle: Bundle, html: string, role: Role): string[] {
  const scripts = [...filesOf(bundle, [HOME, ...firstViews[role]])];
  const sheets = scripts.flatMap((name) => {
    const file = bundle[name];
    return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...new Set([...scripts, ...sheets])].map((name) => `/${name}`).filter((path) => !html.includes(path));
}

/** The markers in index.html that are replaced by the first requests and by the files of each role. */
const LISTS = { calls: '/*calls*/', files: '/*files*/' } as const;

/** The lists of `values` by role, as the properties of an object in a script. */
const byRole = (values: (role: Role) => readonly string[]) =>
  roles.map((role) => `${role}:${JSON.stringify(values(role))}`).join();

/**
 * Fills in what the page of each role loads first. Without this plugin each script would be requested only after the
 * one before, and the data only after all scripts: four round trips instead of one.
 */
export function firstLoad(): Plugin {
  let reading: ReturnType<typeof readFirstCalls> | undefined;
  return {
    name: 'first-load',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        reading ??= readFirstCalls();
        const calls = await reading;
        for (const place of Object.values(LISTS))
          if (!html.includes(place)) throw new Error(`client/index.html has no ${place}`);
        const lists = bundle as Bundle | undefined;
        const files = byRole((role) => (lists ? preloadsOf(lists, html, role) : []));
        if (lists && !files.includes('/assets/')) throw new Error('no file of a first view was found in the build');
        return html
          .replace(
            LISTS.calls,
            byRole((role) => calls[role]),
          )
          .replace(LISTS.files, files);
      },
    },
  };
}
