import { readFileSync } from 'node:fs';
import BrowserEnvironment from '../client/jest.environment.mjs';

/** The mutants that TEXT_MUTANTS names: a JSON file of `{ id, key, value, pattern }`. */
const mutants = JSON.parse(readFileSync(process.env.TEXT_MUTANTS, 'utf8'));

/**
 * Runs each test once for each mutant of a text that it proves, with the text changed in the catalogue, and once before it
 * with nothing changed: a mutant counts where that one was green, so that nothing is left behind by the one before.
 */
export default class TextMutantsEnvironment extends BrowserEnvironment {
  #mutantOf = new WeakMap();
  #original = null;

  async handleTestEvent(event, state) {
    await super.handleTestEvent?.(event, state);
    if (event.name === 'run_start') this.#multiply(state.rootDescribeBlock, '');
    const mutant = event.test && this.#mutantOf.get(event.test);
    if (!mutant) return;
    const texts = this.global.textsUnderTest;
    if (event.name === 'test_start') {
      this.#original = texts[mutant.key];
      texts[mutant.key] = mutant.value;
    }
    if (event.name === 'test_done') texts[mutant.key] = this.#original;
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
