import { member, own, put } from '../values/clone';
import { comparison } from '../values/compare';
import { located, mongoError } from '../values/errors';
import { type Document, isObject } from '../values/types';
import { OPERATORS } from './operators/all';
import { type Compiler, compilePath, type Evaluate, type OperatorCompiler } from './scope';
import { isTruthy } from './truth';

export interface ExpressionOptions {
  collation?: Document | undefined;
  /** A command's `let`: expressions that do not refer to a document. */
  let?: Document | undefined;
  /** Values of variables by name. */
  variables?: Document | undefined;
  /** The value of `$$NOW`. */
  now?: Date | undefined;
}

/** A compiled expression over a document; `rebound` replaces values of the options' variables for this evaluation. */
export type DocumentEvaluate = (document: unknown, rebound?: Document) => unknown;

function operatorOf(name: string): OperatorCompiler {
  const found = member(OPERATORS, name);
  if (!found) throw mongoError(168, 'InvalidPipelineOperator', `Unrecognized expression '${name}'`);
  return found;
}

function compileObject(expression: Document, compiler: Compiler): Evaluate {
  const keys = Object.keys(expression);
  const operator = keys[0];
  if (operator?.startsWith('$')) {
    if (keys.length > 1) {
      throw located(
        15983,
        `an expression specification must contain exactly one field, the name of the expression. Found ${keys.length} fields in ${keys.join(', ')}`,
      );
    }
    return operatorOf(operator)(own(expression, operator), compiler, operator);
  }
  const fields = keys.map((key) => {
    if (key.startsWith('$')) throw located(16410, "FieldPath field names may not start with '$'.");
    if (key.includes('.')) throw located(16412, `FieldPath field names may not contain '.'. Found ${key}`);
    return { key, evaluate: compiler.compile(own(expression, key)) };
  });
  return (scope) => {
    const result: Document = {};
    for (const { key, evaluate } of fields) {
      const value = evaluate(scope);
      if (value !== undefined) put(result, key, value);
    }
    return result;
  };
}

function compilerFor(known: ReadonlySet<string>, collation: Document | undefined): Compiler {
  const compiler: Compiler = {
    compile(expression) {
      if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression, known);
      if (Array.isArray(expression)) {
        const elements = expression.map((element) => compiler.compile(element));
        return (scope) => elements.map((evaluate) => evaluate(scope) ?? null);
      }
      if (isObject(expression)) return compileObject(expression, compiler);
      return () => expression;
    },
    knowing: (names) => compilerFor(new Set([...known, ...names]), collation),
    compare: comparison(collation),
  };
  return compiler;
}

/** The values of a command's `let`, in addition to the existing variables. */
export function letVariables(options: ExpressionOptions): Document {
  if (!options.let) return options.variables ?? {};
  const { let: definitions, ...rest } = options;
  const variables: Document = { ...options.variables };
  for (const name of Object.keys(definitions)) {
    const value = compileExpression(own(definitions, name), rest)({});
    put(variables, name, value ?? null);
  }
  return variables;
}

/**
 * Compiles an aggregation expression to a function of the document. Undefined results stand for "missing".
 * @throws 168 for an unknown operator, 17276 for an unknown variable, and each operator's own codes.
 */
export function compileExpression(expression: unknown, options: ExpressionOptions = {}): DocumentEvaluate {
  const variables = letVariables(options);
  const evaluate = compilerFor(new Set(Object.keys(variables)), options.collation).compile(expression);
  const now = options.now ?? new Date();
  return (document, rebound) =>
    evaluate({ root: document, variables: rebound ? { ...variables, ...rebound } : variables, now });
}

/** Compiles the test behind `$expr`. */
export function expressionTest(expression: unknown, options: ExpressionOptions) {
  const compiled = compileExpression(expression, options);
  return (document: Document): boolean => isTruthy(compiled(document));
}
