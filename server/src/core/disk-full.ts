import { errorCode } from './error-code';

/** What the database answers to a write that found no room: OutOfDiskSpace. */
const OUT_OF_DISK_SPACE = 14_031;
/** What the system says: no space, over the quota, over the greatest size of a file. */
const SYSTEM_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether something failed because a disk is full: the database's, or that of the data folder. */
export function isDiskFullError(error: unknown): boolean {
  const code = errorCode(error);
  return code === OUT_OF_DISK_SPACE || SYSTEM_CODES.includes(code);
}
