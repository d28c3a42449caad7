import { errorCode } from './error-code';

/** The database's error code for a write that found no space: OutOfDiskSpace. */
const OUT_OF_DISK_SPACE = 14_031;
/** The system's error codes: no space, over the quota, over the maximum size of a file. */
const SYSTEM_CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether an operation failed because a disk is full: the database's, or that of the data folder. */
export function isDiskFullError(error: unknown): boolean {
  const code = errorCode(error);
  return code === OUT_OF_DISK_SPACE || SYSTEM_CODES.includes(code);
}
