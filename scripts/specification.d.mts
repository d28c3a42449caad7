/** One row of docs/specification.md. */
export interface Row {
  id: string;
  /** What the specification says; in the table of texts the text itself. */
  says: string;
  where: string;
  proofs: { file: string; name: string }[];
}

/** The rows of the tables in a text like docs/specification.md. */
export function rowsOf(text: string): Row[];

/** The rows of docs/specification.md as it stands. */
export function specification(): Row[];
