/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'saved places: slots are unique',
    file: 'places/places.model.ts',
    find: 'schema.index({ user_id: 1, slot: 1 }, { unique: true });',
    test: 'places/places.test.ts',
    only: 'with thirty labels',
  },
  {
    name: 'saved places: labels are unique',
    file: 'places/places.model.ts',
    find: 'schema.index({ label_key: 1, user_id: 1 }, { unique: true });',
    test: 'places/places.test.ts',
    only: 'saved twenty times at once',
  },
  {
    name: 'saved places: labels are compared without case',
    file: 'places/places.service.ts',
    find: 'const key = labelKey(input.label);',
    replace: 'const key = labelKey(input.label) && input.label;',
    test: 'places/places.test.ts',
    only: 'moves the place',
  },
  {
    name: 'saved places: a person removes only their own places',
    file: 'places/places.repository.ts',
    find: 'deleteOne({ _id: id, user_id: userId })',
    replace: 'deleteOne({ _id: id })',
    test: 'places/places.test.ts',
    only: 'cannot be read, removed',
  },
  {
    name: 'recent places: each place is listed once',
    file: 'places/recent.ts',
    find: 'if (!found.some((place) => isSamePlace(place, end))) found.push(end);',
    replace: 'found.push(end);',
    test: 'places/places.test.ts',
    only: 'each once',
  },
];
