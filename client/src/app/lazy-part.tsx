import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { RowsSkeleton } from '../ui/RowsSkeleton';

interface LazyOptions {
  /** Shown until the part is loaded. */
  waiting?: ReactNode;
  reload?: () => void;
}

/** A part with a function that imports it before it is shown: it is then shown without the placeholder. */
export type LazyPart<P> = ComponentType<P> & { preload: () => Promise<void> };

/** Whether the files of the app can be fetched at the moment. */
async function canReload(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null);
  return answer?.ok === true;
}

/**
 * A part of the page that is imported when it is first shown; an error in it does not affect the rest of the page. `Try
 * again` imports it again: React's `lazy` keeps its first outcome, so each try after a failed import has a new `lazy`.
 * Most browsers also keep a failed import, and then only a reload of the page helps: a retry that fails reloads the
 * page if the server is reachable.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting = <RowsSkeleton />, reload = () => location.reload() }: LazyOptions = {},
): LazyPart<P> {
  let preloaded: ComponentType<P> | null = null;
  let hasFailed = false;
  let isRetry = false;
  const create = () =>
    lazy(async () => {
      try {
        const part = await load();
        isRetry = false;
        return { default: part };
      } catch (error) {
        if (isRetry && (await canReload())) reload();
        hasFailed = true;
        throw error;
      }
    });
  // All uses and mounts share one `lazy`, so that a loaded part is shown immediately.
  let latest = create();
  const current = () => {
    if (hasFailed) {
      hasFailed = false;
      latest = create();
    }
    return latest;
  };
  function LazyPart(props: P) {
    const [Part, setPart] = useState(() => preloaded ?? current());
    const retry = () => {
      isRetry = true;
      setPart(current);
    };
    return (
      <ErrorBoundary onRetry={retry}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  const preload = async () => {
    // A failure is shown when the part itself is shown.
    preloaded ??= await load().catch(() => null);
  };
  return Object.assign(LazyPart, { preload });
}
