import { readFileSync } from 'node:fs';
import BrowserEnvironment from '../client/jest.environment.mjs';

/** The mutants that TEXT_MUTANTS names: a JSON file of `{ id, key, value, pattern }`. */
const mutants = JSON.parse(readFileSync(process.env.TEXT_MUTANTS, 'utf8'));

/**
 * Runs each test once for each mutant of a text that the test proves, with the text changed in the catalogue. At first, and
 * after each failed run, the test is run without a change (`control`), so that leftovers of a failed run do not fail the
 * next one; while the control fails, the mutants are skipped. Once a test has failed for a mutant, the other tests of that
 * mutant are skipped.
 */
export default class TextMutantsEnvironment extends BrowserEnvironment {
  #mutantOf = new WeakMap();
  #original = null;
  /** Whether the last run of a test passed, by the test's function. */
  #isClean = new WeakMap();
  #red = new Set();

  async handleTestEvent(event, state) {
    await super.handleTestEvent?.(event, state);
    if (event.name === 'run_start') this.#multiply(state.rootDescribeBlock, '');
    if (!event.test) return;
    const mutant = this.#mutantOf.get(event.test);
    if (event.name === 'test_start') this.#begin(event.test, mutant);
    if (event.name === 'test_done') this.#end(event.test, mutant);
  }

  #begin(test, mutant) {
    const isClean = this.#isClean.get(test.fn) ?? false;
    if (mutant ? !isClean || this.#red.has(mutant.id) : isClean) {
      test.mode = 'skip';
    } else if (mutant) {
      this.#original = this.global.textsUnderTest[mutant.key];
      this.global.textsUnderTest[mutant.key] = mutant.value;
    }
  }

  #end(test, mutant) {
    if (mutant) this.global.textsUnderTest[mutant.key] = this.#original;
    const isGreen = test.errors.length === 0;
    this.#isClean.set(test.fn, isGreen);
    if (mutant && !isGreen) this.#red.add(mutant.id);
  }

  #multiply(block, path) {
    block.children = block.children.flatMap((child) => {
      const name = `${path} ${child.name}`.trim();
      if (child.type !== 'describeBlock') return this.#copiesOf(child, name);
      this.#multiply(child, name);
      return [child];
    });
  }

  #copiesOf(test, name) {
    const proven = mutants.filter(({ pattern }) => new RegExp(pattern).test(name));
    return proven.flatMap((mutant) => {
      const [control, mutated] = ['control', 'mutated'].map((kind) => ({
        ...test,
        errors: [],
        name: `${kind} ${mutant.id} ${test.name}`,
      }));
      this.#mutantOf.set(mutated, mutant);
      return [control, mutated];
    });
  }
}
