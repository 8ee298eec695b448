import { createFileRoute } from '@tanstack/react-router';
import { NewAdPage } from '#web/ads/EditAdPage.tsx';

export const Route = createFileRoute('/ads/manage/new')({ component: NewAdPage });
