/** What is used of the bundler's description of a module. */
interface Module {
  isEntry: boolean;
  /** The modules that import it, statically and when it is needed. */
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

/** The description of a module by its path; null for one that the bundler does not know. */
type Lookup = (id: string) => Module | null;

/** The modules that the page of a role imports for its first view, below `src/app/`; `Home` is part of all three. */
export const firstViews = {
  customer: ['CustomerDashboard', 'CustomerRides'],
  driver: ['DriverDashboard', 'DriverOffers'],
  admin: ['admin-texts', 'AdminDashboard'],
} as const;

export type Role = keyof typeof firstViews;
export const roles: readonly Role[] = ['customer', 'driver', 'admin'];
export const HOME = 'Home';

/** Whether a path is that of a module of `src/app/` by its name. */
export const isAppModule = (id: string, name: string) => new RegExp(`/src/app/${name}\\.tsx?$`).test(id);

const viewsOf = (role: Role): readonly string[] => firstViews[role];

/** The modules that import this one, directly or through others; itself is among them. */
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
  // The import of a dashboard by `Home` is none of its parts.
  const above = allAbove(id, look, ({ importers, dynamicImporters }, one) =>
    isView(one) ? [] : [...importers, ...dynamicImporters],
  );
  return roles.filter((role) => [...above].some((one) => viewsOf(role).some((view) => isAppModule(one, view))));
}

/**
 * The file that a module becomes part of. A page asks for few files, because each takes a round trip: one for what the
 * first page shares with others, one for what every dashboard needs, and one for each dashboard. Null leaves a module
 * to the bundler: what only the first page needs, and the parts that are loaded later.
 *
 * No part is in a file above the one it needs: the modules that a module imports have at least its own users.
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
