import { Box, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../core/t';
import { useHeight } from '../../core/use-height';
import { HIGH_SNAP, LOW_SNAP, type Snap } from '../../ui/sheet/snaps';
import { StageDialog } from '../../ui/stage/StageDialog';
import classes from './CreateRide.module.css';
import { RideFields } from './RideFields';
import { RideButtons, RideDetails, RideHint } from './RideParts';
import { SetHere } from './SetHere';
import type { RideForm } from './use-ride-form';

/** The pixels of the map that stay visible above the form, unless the form needs more height. */
const FREE_MAP_PX = 400;
/** The pixels of the map that stay visible while the list of a place field is open. */
const BAR_PX = 72;
/** While a point is chosen on the map, the sheet has its lowest height. */
const AIMING: readonly Snap[] = [LOW_SNAP];
const SEARCHING: readonly Snap[] = [{ mapPx: BAR_PX }];
/** The height of the sheet's handle and of the padding around its content and footer. */
const EDGES_PX = 84;

/** The form on phones: a sheet over the stage's map. The open list of a place field replaces the schedule. */
export function CreateRideStage({ form, opened }: { form: RideForm; opened: boolean }) {
  const { id, ride, view, searching, search, first } = form;
  const { asked, ask, pick } = ride.places;
  const { figures } = form.way;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const content = useHeight<HTMLDivElement>();
  const buttons = useHeight<HTMLDivElement>();
  const contentPx = content.height + buttons.height + EDGES_PX;
  const resting: readonly Snap[] = [LOW_SNAP, { mapPx: FREE_MAP_PX, contentPx }, HIGH_SNAP];
  return (
    <StageDialog
      opened={opened}
      onClose={asked ? () => ask(null) : form.onClose}
      title={t('rides.dialog_title')}
      // The figures are in the header, because a high sheet leaves no room for them on the map.
      subtitle={
        figures && (
          <Text size="meta" c="dimmed" role="status">
            {figures}
          </Text>
        )
      }
      map={view.map}
      onMap={
        (asked !== null || figures === null) && (
          <div className={classes.onStage}>
            <RideHint form={form} />
          </div>
        )
      }
      snaps={asked ? AIMING : searching ? SEARCHING : resting}
      footer={
        <>
          <Box
            ref={buttons.ref}
            hidden={asked !== null}
            className={classes.footer}
            // Keeps the focus in the field: if it moved, the list would close and the buttons would move before the
            // press ends.
            onMouseDown={(event) => searching && event.preventDefault()}
          >
            <RideButtons form={form} />
          </Box>
          {asked && <SetHere end={asked} handle={view.handle} onPick={pick} />}
        </>
      }
    >
      {asked && (
        <Text c="dimmed" className={classes.aiming ?? ''}>
          {t('rides.set_here_hint')}
        </Text>
      )}
      <form id={id} noValidate hidden={asked !== null} onSubmit={ride.submit}>
        <div ref={content.ref} className={classes.sheet} data-searching={searching !== null}>
          <RideFields ride={ride} searching={searching} onSearch={search} first={first} slot={slot} />
          {!searching && <RideDetails form={form} />}
        </div>
        <div ref={setSlot} className={classes.slot} />
      </form>
    </StageDialog>
  );
}
