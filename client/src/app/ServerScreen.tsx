import { Button, Group, TextInput } from '@mantine/core';
import { ApiError } from '../core/api';
import { chooseServer } from '../core/shell/chosen-server';
import { findServer, serverOrigin } from '../core/shell/find-server';
import { t } from '../core/t';
import { useForm } from '../core/use-form';
import { AuthCard } from '../features/auth/AuthCard';
import { LanguageSwitch } from '../ui/LanguageSwitch';
import { Logo } from '../ui/Logo';

/** The host in the typed address, for the error texts; `-` if there is none. */
const hostOf = (address: string) => new URL(serverOrigin(address) ?? 'https://-').host;

/** The error at the field: the server did not respond (`silent`), or is not a Boli server (`other`). */
function refused(address: string, kind: 'silent' | 'other'): ApiError {
  const code = `native.server_${kind}` as const;
  return new ApiError(400, { errors: [{ field: 'address', code, message: t(code, { host: hostOf(address) }) }] });
}

/** The first page of the native shell: the address of the server, which is stored once the server has responded. */
export function ServerScreen({ onChosen }: { onChosen: () => void }) {
  const form = useForm({
    initial: { address: '' },
    validate: ({ address }): { address?: string } =>
      serverOrigin(address) === null ? { address: t('native.server_invalid') } : {},
    send: async ({ address }) => {
      const found = await findServer(address);
      if (typeof found !== 'object') throw refused(address, found);
      return found;
    },
    errorMessage: 'native.server_invalid',
    fieldErrorsOnly: true,
    onSuccess: ({ origin }) => {
      chooseServer(origin);
      onChosen();
    },
  });
  return (
    <main style={{ padding: 'calc(1.25rem + env(safe-area-inset-top)) 1.25rem 1.25rem' }}>
      <Group justify="space-between" mb="xl">
        <Logo size={48} />
        <LanguageSwitch />
      </Group>
      <AuthCard title={t('native.which_server')} subtitle={t('native.which_server_hint')} isNews={false}>
        <form className="boli-form" noValidate onSubmit={form.onSubmit}>
          <TextInput
            label={t('native.server')}
            type="url"
            inputMode="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            {...form.field('address')}
          />
          <Button type="submit" fullWidth disabled={form.busy}>
            {t(form.busy ? 'native.connecting' : 'native.connect')}
          </Button>
        </form>
      </AuthCard>
    </main>
  );
}
