import { MAP_HEIGHT_PX } from '@boli/shared/core/constants';
import { ActionIcon, Box } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { moveFocus, useReturnFocus } from '../../core/focus';
import { useDesktop } from '../../core/screen';
import { t } from '../../core/t';
import { AppDialog } from '../AppDialog';
import { LazyMap } from '../LazyMap';
import { HIGH_SNAP, LOW_SNAP, type Snap } from '../sheet/snaps';
import { useEscape } from '../use-escape';
import { MapStage } from './MapStage';
import classes from './StageDialog.module.css';
import { StageLayer, type StageView, useCoversPage, useHasOtherMap } from './stage-map';

/** The width of a trip's dialog on desktop, in pixels. */
const TRIP_PX = 1140;
/** Where a trip's sheet rests: with most of the map visible, with 400 px of it visible, and with all of the text. */
export const TRIP_SNAPS: readonly Snap[] = [LOW_SNAP, { mapPx: MAP_HEIGHT_PX }, HIGH_SNAP];
/** Like `TRIP_SNAPS`, for a trip whose first `firstPx` pixels of text are always needed. */
export const tripSnaps = (firstPx: number): readonly Snap[] => [LOW_SNAP, { mapPx: MAP_HEIGHT_PX, firstPx }, HIGH_SNAP];
const MIDDLE = 1;

export interface StageDialogProps {
  opened: boolean;
  /** Called by the back or close button and by Escape. The caller handles the browser's Back, by the URL. */
  onClose: () => void;
  title: string;
  /** Under the title. */
  subtitle?: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  map: Omit<StageView, 'obstacles'>;
  /** Shown on the map: on a phone above the sheet, on desktop at the map's lower left. */
  onMap?: ReactNode;
  /** Buttons that stay visible while the content scrolls. */
  footer?: ReactNode;
  /** Width on desktop in pixels; 1140 by default. */
  size?: number;
  /** Whether on desktop the title gets the focus on opening; on a phone the dialog always gets it. */
  titleFirst?: boolean;
  /** The heights of a phone's sheet, lowest first; it opens at the second. With a single one the sheet stays there. */
  snaps?: readonly Snap[];
  children: ReactNode;
}

function Head({ title, subtitle, badge, onClose }: Pick<StageDialogProps, 'title' | 'subtitle' | 'badge' | 'onClose'>) {
  return (
    <div className={classes.head}>
      <ActionIcon aria-label={t('common.back')} onClick={onClose}>
        <IconArrowLeft size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Box miw={0} flex={1}>
        <h2 className={classes.title}>{title}</h2>
        {subtitle}
      </Box>
      {badge}
    </div>
  );
}

/**
 * On a phone: the stage's map with a sheet over it. The dialog is not modal: the page behind it is hidden
 * (`useIsPageCovered`).
 */
function PhoneDialog(props: StageDialogProps) {
  const { onClose, title, map, onMap, footer, snaps = TRIP_SNAPS, children } = props;
  const [snap, setSnap] = useState(MIDDLE);
  const dialog = useRef<HTMLDivElement>(null);
  useReturnFocus(true);
  useCoversPage();
  useEscape(true, onClose);
  useEffect(() => moveFocus(dialog.current, { preventScroll: true }), []);
  return (
    <div ref={dialog} role="dialog" aria-label={title} tabIndex={-1} className={classes.dialog}>
      <StageLayer>
        <MapStage
          label={title}
          above={<Head {...props} />}
          map={map}
          corner={onMap}
          snaps={snaps}
          snap={Math.min(snap, snaps.length - 1)}
          onSnap={setSnap}
          footer={footer}
        >
          {children}
        </MapStage>
      </StageLayer>
    </div>
  );
}

/** The map of a dialog on desktop. */
function OwnMap(props: StageView) {
  useHasOtherMap();
  return <LazyMap {...props} height="fill" />;
}

/**
 * A dialog about places. On phones it is a screen of the stage: the shared map with a sheet over it, instead of the
 * page. From 48em on it is a dialog with a map at the left and the content at the right. On phones it throws outside of
 * a `StageProvider`.
 */
export function StageDialog(props: StageDialogProps) {
  const desktop = useDesktop();
  const {
    opened,
    onClose,
    title,
    subtitle,
    badge,
    map,
    onMap,
    footer,
    size = TRIP_PX,
    titleFirst = false,
    children,
  } = props;
  if (!desktop) return opened ? <PhoneDialog {...props} /> : null;
  const picture = (
    <>
      <OwnMap {...map} />
      {onMap && <div className={classes.onMap}>{onMap}</div>}
    </>
  );
  return (
    <AppDialog
      opened={opened}
      onClose={onClose}
      title={title}
      subtitle={subtitle}
      badge={badge}
      picture={picture}
      footer={footer}
      size={size}
      titleFirst={titleFirst}
    >
      {children}
    </AppDialog>
  );
}
