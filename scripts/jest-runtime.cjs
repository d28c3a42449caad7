// Jest's own runtime (setting `runtime` in jest.config.ts), with V8's code cache. Every test file evaluates its modules
// anew, about 1,800 if it loads the whole server; with the cache a worker compiles each of them once, not once for each
// test file. Loading the server then takes two thirds of the CPU time.
'use strict';

const vm = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

const { compileFunction, SourceTextModule } = vm;

/**
 * V8 does not find the callback of a dynamic import (`importModuleDynamically`) in cached code, so such code is compiled
 * each time.
 */
const DYNAMIC_IMPORT = /\bimport\s*\(/;

/** For each path, the code that was compiled last, and the data of the cache; null if it must not be cached. */
class CodeCache {
  #compiled = new Map();

  /**
   * Compiles `code`: by `consume` from cached data, by `produce` for the first time (it returns what it has compiled,
   * and the data for the next time), or by `plain` without the cache.
   */
  compile({ path, code, consume, produce, plain }) {
    const known = this.#compiled.get(path);
    if (known?.code === code) return known.data ? consume(known.data) : plain();
    if (DYNAMIC_IMPORT.test(code)) {
      this.#compiled.set(path, { code, data: null });
      return plain();
    }
    const { compiled, data } = produce();
    this.#compiled.set(path, { code, data });
    return compiled;
  }
}

/** Unlike a function, a module is not compiled if V8 refuses the cached data, as it does after a change of its flags. */
function consumeModule(code, options, cachedData) {
  try {
    return new SourceTextModule(code, { ...options, cachedData });
  } catch (error) {
    if (error?.code !== 'ERR_VM_MODULE_CACHED_DATA_REJECTED') throw error;
    return new SourceTextModule(code, options);
  }
}

/** Puts the cache between Jest and `node:vm`, by which it compiles everything. */
function cacheCompiledCode() {
  const functions = new CodeCache();
  const modules = new CodeCache();
  vm.compileFunction = (code, params, options) =>
    functions.compile({
      path: options.filename,
      code,
      consume: (cachedData) => compileFunction(code, params, { ...options, cachedData }),
      produce: () => {
        const compiled = compileFunction(code, params, { ...options, produceCachedData: true });
        return { compiled, data: compiled.cachedData };
      },
      plain: () => compileFunction(code, params, options),
    });
  vm.SourceTextModule = new Proxy(SourceTextModule, {
    construct: (_target, [code, options]) =>
      modules.compile({
        path: options.identifier,
        code,
        consume: (cachedData) => consumeModule(code, options, cachedData),
        produce: () => {
          const compiled = new SourceTextModule(code, options);
          return { compiled, data: compiled.createCachedData() };
        },
        plain: () => new SourceTextModule(code, options),
      }),
  });
}

/** Jest creates one runtime for each test file; the cache is that of the process. */
class CachingRuntime extends JestRuntime {
  static #isCaching = false;

  constructor(...args) {
    if (!CachingRuntime.#isCaching) cacheCompiledCode();
    CachingRuntime.#isCaching = true;
    super(...args);
  }
}

module.exports = { __esModule: true, default: CachingRuntime };
