/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'contacts: a person has at most ten',
    file: 'core/slots.ts',
    find: 'held.length >= max',
    replace: 'held.length > 1000',
    test: 'contacts/contacts.test.ts',
  },
  {
    name: 'contacts: slots are unique',
    file: 'contacts/contacts.model.ts',
    find: 'unique: true, ',
    test: 'contacts/contacts.test.ts',
    only: 'of twenty concurrent',
  },
  {
    name: 'slots: rows without a slot number count towards the maximum',
    file: 'core/slots.ts',
    find: '.slice(0, unused.length - held.filter((slot) => slot === null).length)',
    test: 'contacts/contacts.test.ts',
    only: 'contacts stored',
  },
];
