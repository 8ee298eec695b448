import { Group, NativeSelect, SimpleGrid, Skeleton, Stack, TextInput, Avatar, Button, FileButton, Input } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { accountFormSchema, type AccountForm } from '#shared/accounts/account.ts';
import { options, timezones } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { errorText } from '#web/api/errors.ts';
import type { Me } from '#web/signed-in/me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { OfficePhoneInput } from '#web/ui/form/OfficePhoneInput.tsx';
import { UnsavedChanges } from '#web/ui/form/UnsavedChanges.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { type AccountProfile, type EmployerProfile, employerQuery, saveProfile, changePicture } from './queries.ts';

type PictureFieldProps = { name: string; url: string | null };

const acceptedImageTypes = 'image/png,image/jpeg,image/webp,image/gif';

/** Uploads the profile picture as soon as it is chosen. The server crops it to a square. */
export function PictureField({ name, url }: PictureFieldProps) {
  const router = useRouter();
  const pictureMutation = useMutation({
    mutationFn: changePicture,
    onSuccess: async (_, file) => {
      await router.invalidate();
      toast.success(file ? t('account.pictureUpdated') : t('account.pictureRemoved'));
    },
  });
  const isUploading = pictureMutation.isPending && pictureMutation.variables !== null;
  return (
    <Input.Wrapper
      label={t('account.profilePicture')}
      labelElement="div"
      description={t('account.pictureHint')}
      error={pictureMutation.error ? errorText(pictureMutation.error) : null}
    >
      <Group gap="sm" mt="xs">
        <Avatar src={url} alt={url ? t('account.yourPicture') : ''} name={name} color="navy" size="4rem" radius="100%" />
        <FileButton accept={acceptedImageTypes} onChange={(file) => file && pictureMutation.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconPhoto size={16} aria-hidden />}
              loading={isUploading}
              disabled={pictureMutation.isPending}
            >
              {url ? t('account.changePicture') : t('account.uploadPicture')}
            </Button>
          )}
        </FileButton>
        {url ? (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconTrash size={16} aria-hidden />}
            loading={pictureMutation.isPending && !isUploading}
            disabled={pictureMutation.isPending}
            onClick={() => pictureMutation.mutate(null)}
          >
            {t('common.remove')}
          </Button>
        ) : null}
      </Group>
    </Input.Wrapper>
  );
}

type Props = { me: Me; profile: AccountProfile };

/**
 * Edits the name and the time zone, and for employees the phone (`docs/product/access.md#profiles`). Drivers change their
 * phone in the driver profile.
 */
export function AccountProfileForm({ me, profile }: Props) {
  const { data: employer, error, refetch, isFetching } = useQuery(employerQuery(me));
  if (!can(me.roles, 'employer.self')) return <ProfileForm profile={profile} />;
  if (employer) return <ProfileForm profile={profile} employer={employer} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <Skeleton h="12rem" {...asStatus(t('account.loadingProfile'))} />;
}

function ProfileForm({ profile, employer }: { profile: AccountProfile; employer?: EmployerProfile }) {
  const hasPhoneField = employer !== undefined;
  const router = useRouter();
  const form = useSchemaForm<AccountForm>(accountFormSchema, {
    initialValues: {
      firstName: profile.firstName,
      lastName: profile.lastName,
      timezone: timezones.find(({ code }) => code === profile.timezone)?.code ?? 'US/Central',
      phone: employer?.phone ? format.phone(employer.phone) : '',
      phoneExtension: employer?.phoneExtension ?? '',
    },
  });
  const save = async ({ phone, phoneExtension, ...profileChange }: AccountForm) => {
    await saveProfile(profileChange, hasPhoneField && (phone || phoneExtension) ? { phone, phoneExtension } : undefined);
    form.resetDirty();
    await router.invalidate();
    toast.success(t('errors.updated'));
  };
  return (
    <Form form={form} label={t('common.profile')} onSubmit={save}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={t('common.firstName')}
            autoComplete="given-name"
            key={form.key('firstName')}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={t('common.lastName')}
            autoComplete="family-name"
            key={form.key('lastName')}
            {...form.getInputProps('lastName')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <NativeSelect
            label={t('account.timeZone')}
            data={options(timezones, writeText)}
            key={form.key('timezone')}
            {...form.getInputProps('timezone')}
          />
          {hasPhoneField ? <OfficePhoneInput form={form} prefix="" label={t('common.phone')} /> : null}
        </SimpleGrid>
        <Group justify="flex-end">
          <SubmitButton>{t('common.save')}</SubmitButton>
        </Group>
      </Stack>
      <UnsavedChanges isDirty={() => form.isDirty()} />
    </Form>
  );
}
