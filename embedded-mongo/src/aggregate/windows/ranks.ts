import { located } from '../../values/errors';
import { sorter } from '../../values/sort';
import { isObject } from '../../values/types';
import { SO_FAR } from './bounds';
import { onlySortField } from './partition';
import { accumulated, type WindowCompiler } from './work';

/**
 * Computes a document's rank. The numbers of documents and of different values so far include this document; `last` is
 * the rank of the document before it.
 */
type Rank = (met: { documents: number; values: number; isNew: boolean; last: number }) => number;

function ranking(rank: Rank): WindowCompiler {
  return ({ name, argument, window, sortBy, environment: { collation } }) => {
    if (window !== undefined) throw located(5371601, 'Rank style window functions take no other arguments');
    if (!isObject(argument) || Object.keys(argument).length > 0) {
      throw located(5371603, `${name} must be specified with '{}' as the value`);
    }
    if (!sortBy || onlySortField(sortBy) === undefined) {
      const rule = 'must be specified with a top level sortBy expression with exactly one element';
      throw located(5371602, `${name} ${rule}`);
    }
    const { key, compare } = sorter(sortBy, collation);
    const start = () => {
      let previous: unknown[] | undefined;
      let [documents, values, last] = [0, 0, 0];
      return {
        add(document: unknown) {
          const own = isObject(document) ? key(document) : [];
          const isNew = previous === undefined || compare(previous, own) !== 0;
          previous = own;
          documents += 1;
          if (isNew) values += 1;
          last = rank({ documents, values, isNew, last });
        },
        result: () => last,
      };
    };
    return accumulated({ start, evaluate: (document) => document }, SO_FAR);
  };
}

/** The functions for a document's rank in its partition. */
export const RANKS: Readonly<Record<string, WindowCompiler>> = {
  $rank: ranking(({ documents, isNew, last }) => (isNew ? documents : last)),
  $denseRank: ranking(({ values }) => values),
  $documentNumber: ranking(({ documents }) => documents),
};
