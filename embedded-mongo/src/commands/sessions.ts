import { randomUUID } from 'node:crypto';
import { UUID } from 'bson';
import { documentsArgument } from './arguments';
import type { Answer, Command, Invocation } from './context';
import { sessionKey } from './cursors';

function named(invocation: Invocation): Set<string> {
  const [field = ''] = Object.keys(invocation.command);
  const keys = documentsArgument(invocation.command, field).map(sessionKey);
  return new Set(keys.filter((key) => key !== undefined));
}

function startSession(): Answer {
  return { id: { id: new UUID(randomUUID()) }, timeoutMinutes: 30 };
}

function endSessions(invocation: Invocation): Answer {
  invocation.engine.cursors.endSessions(named(invocation));
  return {};
}

/** Ends the named sessions; all sessions if none is named. */
function killSessions(invocation: Invocation): Answer {
  const sessions = named(invocation);
  invocation.engine.cursors.endSessions(sessions.size > 0 ? sessions : null);
  return {};
}

function refreshSessions(invocation: Invocation): Answer {
  invocation.engine.cursors.refresh(named(invocation), Date.now());
  return {};
}

/** Sessions; on a standalone they own only cursors. */
export const sessionCommands: Record<string, Command> = {
  startSession: { fields: [], run: startSession },
  endSessions: { fields: null, run: endSessions },
  refreshSessions: { fields: null, run: refreshSessions },
  killSessions: { fields: null, run: killSessions },
  killAllSessions: { fields: null, run: killSessions },
  killAllSessionsByPattern: { fields: null, run: killSessions },
};
