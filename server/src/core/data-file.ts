import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '@boli/shared/core/fields';
import { isMessageKey, translate } from '@boli/shared/core/messages';
import type { z } from 'zod';
import { root } from '../root';
import { badSetting, type SettingName } from '../settings';
import { errorCode } from './error-code';

/** A kind of JSON file that comes with the product, or that an operator has written. */
export interface DataFiles<Schema extends z.ZodType> {
  /** The folder of the bundled files, under the root of the product. */
  folder: string;
  /** The setting that chooses a file by its name in the folder, or by its path. */
  setting: SettingName;
  /** The kind of file, as error messages name it. */
  what: string;
  /** The values of the setting that choose no file, such as `off`; the error for an unknown name lists them, too. */
  others: readonly string[];
  schema: Schema;
}

/** The names of the bundled files. */
export function bundledNames({ folder }: Pick<DataFiles<z.ZodType>, 'folder'>): string[] {
  return readdirSync(join(root, folder)).flatMap((file) =>
    file.endsWith('.json') ? file.slice(0, -'.json'.length) : [],
  );
}

/**
 * Reads the file that the setting's value chooses: a name with a dot or a slash is a path. Throws `BadSetting`, which
 * names the first fault.
 */
export function readDataFile<Schema extends z.ZodType>(files: DataFiles<Schema>, value: string): z.output<Schema> {
  const path = pathOf(files, value);
  const parsed = files.schema.safeParse(jsonOf(files, path));
  if (parsed.success) return parsed.data;
  throw badSetting(files.setting, `the ${files.what} ${path} is not valid, ${faultOf(parsed.error)}`);
}

/** Where the first fault of a file is, and what it is. */
function faultOf({ issues }: z.ZodError): string {
  const where = issues[0]?.path.join('.') ?? '';
  // A number that is too big may also fail other checks, such as the check of its decimals: the limit explains more.
  const limit = issues.findLast(({ code, path }) => /^too_/.test(code) && path.join('.') === where);
  const { message = '' } = limit ?? issues[0] ?? {};
  return onOneLine(`${where || 'the file'}: ${isMessageKey(message) ? translate(message) : message}`);
}

/** Joins the lines of a text, which may quote the file, so that the message stays one sentence. */
const onOneLine = (text: string) => oneLine(text).replace(/\s+/g, ' ');

function pathOf<Schema extends z.ZodType>(files: DataFiles<Schema>, value: string): string {
  if (/[/\\.]/.test(value)) return value;
  const { folder, setting, what, others } = files;
  const names = bundledNames(files);
  if (!names.includes(value)) {
    const choices = [...names, ...others].join(', ');
    throw badSetting(setting, `there is no ${what} ${value}; ${choices}, or the path of a file`);
  }
  return join(root, folder, `${value}.json`);
}

function textOf(setting: SettingName, path: string): string {
  try {
    // Some editors begin a file with a byte order mark, which is not valid JSON.
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw badSetting(setting, `the file ${path} cannot be read: ${errorCode(error)}`);
  }
}

function jsonOf<Schema extends z.ZodType>({ setting }: DataFiles<Schema>, path: string): unknown {
  try {
    return JSON.parse(textOf(setting, path));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw badSetting(setting, `the file ${path} is no JSON: ${onOneLine(error.message)}`);
    throw error;
  }
}
