import { describe, expect, it } from '@jest/globals';
import { compileMatch } from './compile';
import { compileSchema } from './schema';

const person = {
  bsonType: 'object',
  required: ['name'],
  properties: {
    name: { bsonType: 'string', minLength: 2, pattern: '^[A-Z]' },
    age: { bsonType: ['int', 'long'], minimum: 0, maximum: 150, exclusiveMaximum: true },
    tags: { bsonType: 'array', items: { enum: ['a', 'b'] }, maxItems: 2, uniqueItems: true },
  },
  additionalProperties: false,
};

function matches(schema: unknown, value: unknown): boolean {
  return compileSchema(schema)(value);
}

describe('JSON schemas', () => {
  it.each([
    [{ name: 'Ada' }, true],
    [{ name: 'Ada', age: 149, tags: ['a', 'b'] }, true],
    [{}, false],
    [{ name: 'A' }, false],
    [{ name: 'ada' }, false],
    [{ name: 'Ada', age: 150 }, false],
    [{ name: 'Ada', age: 1.5 }, false],
    [{ name: 'Ada', tags: ['a', 'a'] }, false],
    [{ name: 'Ada', tags: ['c'] }, false],
    [{ name: 'Ada', other: 1 }, false],
  ])('decide whether %j is valid: %s', (value, valid) => {
    expect(matches(person, value)).toBe(valid);
  });

  it('can be combined', () => {
    const schema = { anyOf: [{ required: ['a'] }, { required: ['b'] }], not: { required: ['c'] } };
    expect([{ a: 1 }, { b: 1, c: 1 }, {}].map(compileSchema(schema))).toEqual([true, false, false]);
    const one = compileSchema({ oneOf: [{ required: ['a'] }, { required: ['b'] }] });
    expect([{ a: 1 }, { a: 1, b: 1 }].map(one)).toEqual([true, false]);
  });

  it('can be used in queries', () => {
    const matches = compileMatch({ $jsonSchema: { required: ['a'] } });
    expect([{ a: 1 }, {}].map((document) => matches(document))).toEqual([true, false]);
  });

  it('refuse unknown keywords', () => {
    expect(() => compileSchema({ requires: ['a'] })).toThrow(expect.objectContaining({ code: 9 }));
    for (const bsonType of ['text', 'constructor']) {
      expect(() => compileSchema({ bsonType })).toThrow(expect.objectContaining({ code: 9 }));
    }
  });
});
