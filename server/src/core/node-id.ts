import { randomUUID } from 'node:crypto';

/** The id of this process among the nodes of a cluster; another one after every start. */
export const nodeId: string = randomUUID();
