import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '#web/account/SecurityPage.tsx';

export const Route = createFileRoute('/company/settings/password')({ component: SecurityPage });
