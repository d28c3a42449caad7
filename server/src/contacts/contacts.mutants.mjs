/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
export const mutants = [
  {
    name: 'contacts: ten',
    file: 'core/slots.ts',
    find: 'held.length >= max',
    replace: 'held.length > 1000',
    test: 'contacts/contacts.test.ts',
  },
  {
    name: 'contacts: places are unique',
    file: 'contacts/contacts.model.ts',
    find: 'unique: true, ',
    test: 'contacts/contacts.test.ts',
    only: 'twenty calls',
  },
  {
    name: 'slots: those without a number count',
    file: 'core/slots.ts',
    find: '.slice(0, unused.length - held.filter((slot) => slot === null).length)',
    test: 'contacts/contacts.test.ts',
    only: 'by a version without slots',
  },
];
