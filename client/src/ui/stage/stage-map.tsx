import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { useLast } from '../../core/use-last';
import { LazyMap } from '../LazyMap';
import type { MapViewProps } from '../map/marker';
import classes from './StageMap.module.css';

/**
 * What one screen shows on the map of the stage. `subject` distinguishes the things that one screen shows one after the
 * other.
 */
export type StageView = Omit<MapViewProps, 'height'>;

interface LayeredView {
  id: string;
  /** 0 for the page, more for a dialog over it. */
  layer: number;
  view: StageView;
}

/** The views of the mounted screens: of those on the highest layer the last one is shown. */
type Views = readonly LayeredView[];

interface Stage {
  views: Views;
  /** How many dialogs lie over the page. */
  dialogs: number;
  /** How many dialogs with a map of their own lie over the page. */
  otherMaps: number;
}

const empty: Stage = { views: [], dialogs: 0, otherMaps: 0 };

const StageContext = createContext<StoreApi<Stage> | null>(null);
/** Outside of a stage no dialog lies over the page. */
const noStage = createStore<Stage>(() => empty);

const LayerContext = createContext(0);

const withView = (views: Views, added: LayeredView): Views =>
  views.some(({ id }) => id === added.id) ? views.map((one) => (one.id === added.id ? added : one)) : [...views, added];

const without = (views: Views, id: string): Views => views.filter((one) => one.id !== id);

const topOf = (views: Views): LayeredView | undefined =>
  views.reduce<LayeredView | undefined>((top, view) => (top && top.layer > view.layer ? top : view), undefined);

/** Holds one map for all screens inside it: `StageMap` draws it, and a screen chooses its content by `useStageMap`. */
export function StageProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => createStore<Stage>(() => empty));
  return <StageContext value={store}>{children}</StageContext>;
}

/** @throws {Error} outside of a `StageProvider`. */
function useStage(): StoreApi<Stage> {
  const store = useContext(StageContext);
  if (!store) throw new Error('A screen with a map needs a StageProvider around it');
  return store;
}

/**
 * A dialog over the page: the views inside it cover those of the page, whichever is mounted first, because their code
 * is loaded in any order.
 */
export function StageLayer({ children }: { children: ReactNode }) {
  return <LayerContext value={useContext(LayerContext) + 1}>{children}</LayerContext>;
}

/**
 * Shows `view` on the map of the stage while the calling component is mounted. A component mounted later on the same
 * layer covers it until it is unmounted. With null it shows nothing, and loads no map.
 */
export function useStageMap(view: StageView | null): void {
  const store = useStage();
  const [id, layer] = [useId(), useContext(LayerContext)];
  useLayoutEffect(() => {
    store.setState(({ views }) => ({ views: view ? withView(views, { id, layer, view }) : without(views, id) }));
  });
  useLayoutEffect(() => () => store.setState(({ views }) => ({ views: without(views, id) })), [store, id]);
}

/** Marks the page as covered while the calling component, a dialog over the whole stage, is mounted. */
export function useCoversPage(): void {
  const store = useStage();
  useLayoutEffect(() => {
    const add = (count: number) => store.setState(({ dialogs }) => ({ dialogs: dialogs + count }));
    add(1);
    return () => add(-1);
  }, [store]);
}

/**
 * Removes the markers from the stage's map while the calling component, a dialog with a map of its own, is mounted:
 * what both maps show would be on the page twice. Outside of a stage it does nothing.
 */
export function useHasOtherMap(): void {
  const store = useContext(StageContext) ?? noStage;
  useLayoutEffect(() => {
    const add = (count: number) => store.setState(({ otherMaps }) => ({ otherMaps: otherMaps + count }));
    add(1);
    return () => add(-1);
  }, [store]);
}

/** Whether a dialog covers the page: nothing of the page may then be seen, focused or read. */
export function useIsPageCovered(): boolean {
  return useStore(useContext(StageContext) ?? noStage, ({ dialogs }) => dialogs > 0);
}

/**
 * The map of the stage. It is mounted with the first view and stays mounted, so that a change of the screen only moves the
 * camera and loads nothing again. While no screen has a view, the map is hidden and has no markers, because they would be
 * outdated.
 */
export function StageMap() {
  const store = useStage();
  const top = useStore(store, ({ views }) => topOf(views));
  const hasMarkers = useStore(store, ({ otherMaps }) => otherMaps === 0) && top !== undefined;
  const shown = useLast(top);
  if (!shown) return null;
  const { subject, ...view } = shown.view;
  return (
    <div className={classes.map} data-shown={top !== undefined}>
      <LazyMap {...view} {...(!hasMarkers && { markers: [] })} subject={`${shown.id} ${subject ?? ''}`} height="fill" />
    </div>
  );
}
