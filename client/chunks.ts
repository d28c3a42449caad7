/** The part of the bundler's description of a module that is used here. */
interface Module {
  /** The code after the transforms; null for a module without code. */
  code: string | null;
  exports: readonly string[];
  /** The modules that import it statically; `dynamicImporters` are those that import it dynamically. */
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

/** The description of a module by its path; null for one that the bundler does not know. */
type Lookup = (id: string) => Module | null;

/** The modules of `src/app/` that a role's page loads for its first view, besides `Home`, which every page loads. */
export const firstViews = {
  customer: ['CustomerDashboard', 'CustomerRides'],
  driver: ['driver-texts', 'DriverDashboard', 'DriverOffers'],
  admin: ['admin-texts', 'admin-realtime', 'AdminDashboard'],
} as const;

export type Role = keyof typeof firstViews;
export const roles: readonly Role[] = ['customer', 'driver', 'admin'];
export const HOME = 'Home';

/** Whether a path is that of the module of this name in `src/app/`. */
export const isAppModule = (id: string, name: string) => new RegExp(`/src/app/${name}\\.tsx?$`).test(id);

const viewsOf = (role: Role): readonly string[] => firstViews[role];

/**
 * Whether this is a file that only exports what other files of its package contain, such as the index of `@mantine/core`.
 */
const isBarrel = (id: string) =>
  /@mantine.(core|hooks).esm.index\.mjs$|icons-react.dist.esm.(icons.index|tabler-icons-react)\.mjs$/.test(id);

const NAMED_IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]@(?:mantine|tabler)\//g;

/** For each barrel, its importers by the names that their code imports from Mantine or Tabler. */
const barrels = new Map<string, Map<string, string[]>>();

function readBarrel(barrel: string, look: Lookup): Map<string, string[]> {
  const known = barrels.get(barrel);
  if (known) return known;
  const byName = new Map<string, string[]>();
  for (const importer of look(barrel)?.importers ?? []) {
    const lists = Array.from((look(importer)?.code ?? '').matchAll(NAMED_IMPORT), ([, list]) => list);
    for (const name of lists.join().match(/\w+/g) ?? []) byName.set(name, [...(byName.get(name) ?? []), importer]);
  }
  barrels.set(barrel, byName);
  return byName;
}

/** The modules that import this one. In place of a barrel: the modules that import this one's names from the barrel. */
function importersOf(id: string, look: Lookup): string[] {
  const module = look(id);
  const names = [...(module?.exports ?? []), id.replace(/.*[\\/]|\.\w+$/g, '')];
  return (module?.importers ?? []).flatMap((importer) =>
    isBarrel(importer) ? names.flatMap((name) => readBarrel(importer, look).get(name) ?? []) : [importer],
  );
}

/** The modules that import this one, directly or through others, and the module itself. */
function allAbove(id: string, next: (id: string) => readonly string[]): Set<string> {
  const above = new Set([id]);
  for (const one of above) for (const importer of next(one)) above.add(importer);
  return above;
}

/** The roles on whose pages a module may be used, at first or later. */
function usersOf(id: string, look: Lookup): Role[] {
  const isView = (one: string) => roles.some((role) => viewsOf(role).some((view) => isAppModule(one, view)));
  // Stops at the views: `Home` imports the views of all roles, but only one role uses each view.
  const above = allAbove(id, (one) =>
    isView(one) ? [] : [...importersOf(one, look), ...(look(one)?.dynamicImporters ?? [])],
  );
  return roles.filter((role) => [...above].some((one) => viewsOf(role).some((view) => isAppModule(one, view))));
}

/**
 * The built file for a module that the app's entry does not import statically. There are few such files, because each
 * takes a round trip: `home` contains what `Home` or several dashboards need, and each dashboard has a file. A further
 * file (such as `driver-common`) contains what one dashboard needs at first and other pages only later. Null leaves the
 * module to the bundler: it belongs to parts that are loaded later.
 *
 * A shared file never imports the file of a dashboard: what a module imports is used on at least the same pages as the
 * module itself.
 */
export function chunkOf(id: string, look: Lookup): 'home' | Role | `${Role}-common` | null {
  const above = allAbove(id, (one) => importersOf(one, look));
  const entries = [...above].filter((one) => {
    const module = look(one);
    return module !== null && module.dynamicImporters.length > 0;
  });
  if (entries.some((one) => isAppModule(one, HOME))) return 'home';
  const [role, another] = roles.filter((one) =>
    entries.some((entry) => viewsOf(one).some((view) => isAppModule(entry, view))),
  );
  if (!role) return null;
  if (another) return 'home';
  return usersOf(id, look).length === 1 ? role : `${role}-common`;
}
