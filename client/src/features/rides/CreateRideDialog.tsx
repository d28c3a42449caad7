import { useDesktop } from '../../core/screen';
import { CreateRideBeside } from './CreateRideBeside';
import { CreateRideStage } from './CreateRideStage';
import { type CreateRideDialogProps, useRideForm } from './use-ride-form';

/**
 * The form of a ride request: pickup, drop, and whether now or later. Its draft is kept in the browser tab's session
 * storage. On phones the form is a sheet over the stage's map.
 */
export function CreateRideDialog(props: CreateRideDialogProps) {
  const form = useRideForm(props);
  const desktop = useDesktop();
  const Layout = desktop ? CreateRideBeside : CreateRideStage;
  return <Layout form={form} opened={props.opened} />;
}
