/** What is used of the bundler's description of a module. */
interface Module {
  isEntry: boolean;
  /** The modules that import it statically; `dynamicImporters` are those that import it dynamically. */
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

/** The description of a module by its path; null for one that the bundler does not know. */
type Lookup = (id: string) => Module | null;

/** The modules of `src/app/` that a role's page loads for its first view, besides `Home`, which every page loads. */
export const firstViews = {
  customer: ['CustomerDashboard', 'CustomerRides'],
  driver: ['DriverDashboard', 'DriverOffers'],
  admin: ['admin-texts', 'AdminDashboard'],
} as const;

export type Role = keyof typeof firstViews;
export const roles: readonly Role[] = ['customer', 'driver', 'admin'];
export const HOME = 'Home';

/** Whether a path is that of the module of this name in `src/app/`. */
export const isAppModule = (id: string, name: string) => new RegExp(`/src/app/${name}\\.tsx?$`).test(id);

const viewsOf = (role: Role): readonly string[] => firstViews[role];

/** The modules that import this one, directly or through others, and the module itself. */
function allAbove(id: string, look: Lookup, next: (module: Module, id: string) => readonly string[]): Set<string> {
  const above = new Set([id]);
  for (const one of above) {
    const module = look(one);
    for (const importer of module ? next(module, one) : []) above.add(importer);
  }
  return above;
}

/** The roles on whose pages a module may be used, at first or later. */
function usersOf(id: string, look: Lookup): Role[] {
  const isView = (one: string) => roles.some((role) => viewsOf(role).some((view) => isAppModule(one, view)));
  // Stops at the views: `Home` imports all of them, but their parts are used only by their own role.
  const above = allAbove(id, look, ({ importers, dynamicImporters }, one) =>
    isView(one) ? [] : [...importers, ...dynamicImporters],
  );
  return roles.filter((role) => [...above].some((one) => viewsOf(role).some((view) => isAppModule(one, view))));
}

/**
 * The file that a module becomes part of. Few files have to be requested: one for what the entry shares with other
 * pages, one for what every dashboard needs, and one for each dashboard. Null leaves a module to the bundler: what the
 * entry imports, and the parts that are loaded later.
 *
 * A shared file never imports the file of a dashboard: what a module imports is used on at least the same pages as the
 * module itself.
 */
export function chunkOf(id: string, look: Lookup): 'home' | Role | null {
  const above = allAbove(id, look, ({ importers }) => importers);
  const entries = [...above].filter((one) => {
    const module = look(one);
    return module !== null && (module.isEntry || module.dynamicImporters.length > 0);
  });
  if (entries.some((one) => look(one)?.isEntry)) return null;
  if (entries.some((one) => isAppModule(one, HOME))) return 'home';
  const isFirst = entries.some((one) => roles.some((role) => viewsOf(role).some((view) => isAppModule(one, view))));
  if (!isFirst) return null;
  const users = usersOf(id, look);
  return users.length === 1 ? (users[0] ?? null) : 'home';
}
