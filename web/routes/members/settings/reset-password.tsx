import { createFileRoute } from '@tanstack/react-router';
import { PasswordPage } from '#web/drivers/PasswordPage.tsx';

export const Route = createFileRoute('/members/settings/reset-password')({ component: PasswordPage });
