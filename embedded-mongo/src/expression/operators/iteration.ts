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

export const ITERATION: Operators = {
  $map: map,
  $filter: filter,
  $reduce: reduce,
  $anyElementTrue: anyOrAll((array) => array.some(isTruthy), 17041),
  $allElementsTrue: anyOrAll((array) => array.every(isTruthy), 17040),
};
