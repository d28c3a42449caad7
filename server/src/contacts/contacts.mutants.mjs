/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
export const mutants = [
  {
    name: 'contacts: at most ten',
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
    name: 'slots: rows without a slot number count',
    file: 'core/slots.ts',
    find: '.slice(0, unused.length - held.filter((slot) => slot === null).length)',
    test: 'contacts/contacts.test.ts',
    only: 'contacts stored',
  },
];
