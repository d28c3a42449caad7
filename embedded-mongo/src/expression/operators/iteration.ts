import { located } from '../../values/errors';
import { toNumber } from '../../values/numbers';
import { isNullish, named, single } from '../arguments';
import { checkVariable, type OperatorCompiler, type Operators, withVariables } from '../scope';
import { isTruthy } from '../truth';
import { arrayOf } from './arrays';

function variableName(value: unknown): string {
  return value === undefined ? 'this' : checkVariable(String(value));
}

const map: OperatorCompiler = (argument, compiler, name) => {
  const parts = named(argument, name, { required: ['input', 'in'], optional: ['as'] });
  const variable = variableName(parts.as);
  const list = compiler.compile(parts.input);
  const body = compiler.knowing([variable]).compile(parts.in);
  return (scope) => {
    const array = arrayOf(list(scope), { name, code: 16883 });
    return array?.map((element) => body(withVariables(scope, { [variable]: element })) ?? null) ?? null;
  };
};

const filter: OperatorCompiler = (argument, compiler, name) => {
  const parts = named(argument, name, { required: ['input', 'cond'], optional: ['as', 'limit'] });
  const variable = variableName(parts.as);
  const list = compiler.compile(parts.input);
  const test = compiler.knowing([variable]).compile(parts.cond);
  const limit = compiler.compile(parts.limit ?? null);
  return (scope) => {
    const array = arrayOf(list(scope), { name, code: 28651 });
    if (!array) return null;
    const most = limit(scope);
    const kept = array.filter((element) => isTruthy(test(withVariables(scope, { [variable]: element }))));
    return isNullish(most) ? kept : kept.slice(0, toNumber(most));
  };
};

const reduce: OperatorCompiler = (argument, compiler, name) => {
  const parts = named(argument, name, { required: ['input', 'initialValue', 'in'] });
  const list = compiler.compile(parts.input);
  const initial = compiler.compile(parts.initialValue);
  const body = compiler.knowing(['this', 'value']).compile(parts.in);
  return (scope) => {
    const array = arrayOf(list(scope), { name, code: 40080 });
    if (!array) return null;
    let value = initial(scope);
    for (const element of array) value = body(withVariables(scope, { this: element, value }));
    return value;
  };
};

function anyOrAll(answer: (array: readonly unknown[]) => boolean, code: number): OperatorCompiler {
  return (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => answer(arrayOf(part(scope) ?? 'missing', { name, code }) ?? []);
  };
}

/** `$zip`: an array of the first elements of all arrays, an array of their second elements, and so on. */
const zip: OperatorCompiler = (argument, compiler, name) => {
  const codes = { shape: 34460, unknown: 34464, missing: 34465 };
  const parts = named(argument, name, { required: ['inputs'], optional: ['useLongestLength', 'defaults'], codes });
  if (!Array.isArray(parts.inputs) || parts.inputs.length === 0) {
    throw located(34461, 'inputs must be an array of expressions');
  }
  const inputs = parts.inputs.map((each) => compiler.compile(each));
  const longest = parts.useLongestLength ?? false;
  if (typeof longest !== 'boolean') throw located(34463, 'useLongestLength must be a bool');
  const given = parts.defaults ?? [];
  if (!Array.isArray(given)) throw located(34462, 'defaults must be an array of expressions');
  if (given.length > 0 && !longest) throw located(34466, 'cannot specify defaults unless useLongestLength is true');
  if (given.length > 0 && given.length !== inputs.length) {
    throw located(34467, 'defaults and inputs must have the same length');
  }
  const defaults = given.map((each) => compiler.compile(each));
  return (scope) => {
    const arrays = inputs.map((input) => arrayOf(input(scope), { name, code: 34468 }));
    if (arrays.includes(undefined)) return null;
    const lengths = arrays.map((array) => array?.length ?? 0);
    const length = longest ? Math.max(...lengths) : Math.min(...lengths);
    const fillers = defaults.map((each) => each(scope));
    const at = (place: number) => arrays.map((array, which) => array?.[place] ?? fillers[which] ?? null);
    return Array.from({ length }, (_, place) => at(place));
  };
};

export const ITERATION: Operators = {
  $zip: zip,
  $map: map,
  $filter: filter,
  $reduce: reduce,
  $anyElementTrue: anyOrAll((array) => array.some(isTruthy), 17041),
  $allElementsTrue: anyOrAll((array) => array.every(isTruthy), 17040),
};
