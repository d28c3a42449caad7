import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { RowsSkeleton } from '../ui/RowsSkeleton';

interface LazyOptions {
  /** Shown until the part is loaded. */
  waiting?: ReactNode;
  reload?: () => void;
}

/** A part with `preload`, which imports the part before it is shown, so that no placeholder appears. */
export type LazyPart<P> = ComponentType<P> & { preload: () => Promise<void> };

/** Whether the files of the app can be fetched at the moment. */
async function canReload(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null);
  return answer?.ok === true;
}

/** The state of an import; `part` is null until it has succeeded. */
interface Loading<P> {
  part: ComponentType<P> | null;
  failure?: { error: unknown };
}

/**
 * A part of the page that is imported when it is first shown; an error in it does not affect the rest of the page. `Try
 * again` imports it again. Most browsers keep a failed import, and then only a reload of the page helps: a retry that
 * fails reloads the page if the server is reachable.
 *
 * `Suspense` is not used: it shows a part only once the last placeholder is 300 ms old, and the first view, whose parts
 * are nested, would appear that much later.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting = <RowsSkeleton />, reload = () => location.reload() }: LazyOptions = {},
): LazyPart<P> {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  // All uses and mounts share one import, so that a loaded part is shown immediately.
  const importPart = () => {
    loading ??= load()
      .then((part) => {
        loaded = part;
        return part;
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  };
  function Part({ isRetry, props }: { isRetry: boolean; props: P }) {
    const [{ part: Loaded, failure }, setLoading] = useState<Loading<P>>(() => ({ part: loaded }));
    useLayoutEffect(() => {
      if (Loaded) return;
      let isMounted = true;
      const show = (next: Loading<P>) => isMounted && setLoading(next);
      importPart().then(
        (part) => show({ part }),
        async (error: unknown) => {
          if (isRetry && (await canReload())) reload();
          show({ part: null, failure: { error } });
        },
      );
      return () => {
        isMounted = false;
      };
    }, [Loaded, isRetry]);
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : waiting;
  }
  function LazyPart(props: P) {
    const [isRetry, setRetry] = useState(false);
    return (
      <ErrorBoundary onRetry={() => setRetry(true)}>
        <Part isRetry={isRetry} props={props} />
      </ErrorBoundary>
    );
  }
  const preload = async () => {
    // A failure is shown when the part itself is shown.
    if (!loaded) await importPart().catch(() => null);
  };
  return Object.assign(LazyPart, { preload });
}
