import { createFileRoute } from '@tanstack/react-router';
import { NewCompanyPage } from '#web/admin/NewCompanyPage.tsx';

export const Route = createFileRoute('/admin/companies/new')({ component: NewCompanyPage });
