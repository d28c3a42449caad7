import { ActionIcon, Group, Stack } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../core/t';
import classes from './DocumentViewer.module.css';
import { useZoom, ZOOM_STEPS } from './use-zoom';

const [WHOLE] = ZOOM_STEPS;
const LARGEST = ZOOM_STEPS[ZOOM_STEPS.length - 1] ?? WHOLE;

/** Content that fits its frame and can be zoomed with buttons, by clicking it, with the wheel or by pinching. */
export function ZoomFrame({ children, tools }: { children: ReactNode; tools?: ReactNode }) {
  const { frame, zoom, step, reset, wasDragged } = useZoom();
  const isLargest = zoom >= LARGEST;
  const handleClick = () => {
    if (wasDragged()) return;
    if (isLargest) reset();
    else step(1);
  };
  return (
    <Stack gap="sm">
      <div ref={frame} className={classes.frame}>
        <button
          type="button"
          className={classes.enlarge}
          style={{ width: `${zoom * 100}%` }}
          aria-label={isLargest ? t('admin.zoom_reset') : t('admin.enlarge')}
          onClick={handleClick}
        >
          {children}
        </button>
      </div>
      <Group className="tabular" justify="center">
        <ActionIcon
          variant="default"
          aria-label={t('admin.zoom_out')}
          disabled={zoom <= WHOLE}
          onClick={() => step(-1)}
        >
          <IconZoomOut size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
        <output>{`${Math.round(zoom * 100)}%`}</output>
        <ActionIcon variant="default" aria-label={t('admin.zoom_in')} disabled={isLargest} onClick={() => step(1)}>
          <IconZoomIn size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
        {tools}
      </Group>
    </Stack>
  );
}
