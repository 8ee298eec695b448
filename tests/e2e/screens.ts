import type { DemoAccountName } from '#server/demo/demo-accounts.ts';

/** Who sees a screen: nobody in particular, a new employer without a company, or a demo account. */
export type Viewer = 'visitor' | 'newcomer' | DemoAccountName;

export type Screen = {
  viewer: Viewer;
  path: string;
  /** The browser tab's title, which names the section first (`ui: Behaviour`). */
  title: string | RegExp;
};

/** Every screen that is built, as each role that sees it. `{job}` is a public job, `{own}` one of the demo company with applicants. */
export const screens: Screen[] = [
  { viewer: 'visitor', path: '/login', title: 'Sign in | Haulboard' },
  { viewer: 'visitor', path: '/login?role=admin', title: /^Admin \| Sign in/ },
  { viewer: 'visitor', path: '/signup', title: 'Sign Up | Haulboard' },
  { viewer: 'visitor', path: '/signup?email=wanda@redrock.example&role=driver', title: 'Sign Up | Haulboard' },
  { viewer: 'visitor', path: '/forgot-password', title: 'Forgotten password | Haulboard' },
  { viewer: 'visitor', path: '/forgot-password?role=admin', title: 'Admin | Forgotten password | Haulboard' },
  { viewer: 'visitor', path: '/reset-code', title: 'Reset code | Haulboard' },
  { viewer: 'newcomer', path: '/change-password', title: 'Change password | Haulboard' },
  { viewer: 'visitor', path: '/logout', title: 'Log out | Haulboard' },
  { viewer: 'visitor', path: '/email/validation/success', title: 'Email verified | Haulboard' },
  { viewer: 'visitor', path: '/email/validation/unsuccess', title: /\| Haulboard$/ },
  { viewer: 'visitor', path: '/join?token=spent', title: 'This invitation is over | Haulboard' },
  { viewer: 'visitor', path: '/terms', title: /Terms of Service \| Haulboard$/ },
  { viewer: 'visitor', path: '/privacy', title: /Privacy Policy \| Haulboard$/ },
  { viewer: 'visitor', path: '/nowhere', title: 'Not found | Haulboard' },
  { viewer: 'visitor', path: '/jobs', title: 'Truck driver jobs | Haulboard' },
  { viewer: 'visitor', path: '/jobs?query=nothing-like-it', title: 'nothing-like-it jobs | Haulboard' },
  { viewer: 'visitor', path: '/jobs/{job}', title: / \| / },
  { viewer: 'visitor', path: '/jobs/nothing', title: 'This job was not found | Haulboard' },
  { viewer: 'visitor', path: '/jobs/{job}/apply', title: 'Apply | Haulboard' },
  { viewer: 'visitor', path: '/buttons', title: 'Buttons | Haulboard' },
  { viewer: 'visitor', path: '/texts', title: 'Texts | Haulboard' },
  { viewer: 'visitor', path: '/icons', title: 'Icons | Haulboard' },
  { viewer: 'visitor', path: '/redux-example', title: 'Client state | Haulboard' },
  { viewer: 'visitor', path: '/todos', title: 'To-dos | Haulboard' },
  { viewer: 'visitor', path: '/axios-list', title: 'Server list | Haulboard' },
  { viewer: 'visitor', path: '/saga-example', title: 'Async flow | Haulboard' },
  { viewer: 'visitor', path: '/layout-example', title: 'Layout | Haulboard' },
  { viewer: 'visitor', path: '/modal', title: 'Dialogs | Haulboard' },
  { viewer: 'newcomer', path: '/company-info', title: 'Company info | Haulboard' },
  { viewer: 'companyadmin', path: '/company-info', title: 'Company info | Haulboard' },
  { viewer: 'companyadmin', path: '/company-address', title: 'Company address | Haulboard' },
  { viewer: 'companyadmin', path: '/company/jobs', title: 'Company | Posted Jobs' },
  { viewer: 'companyadmin', path: '/company/jobs?showNewLayout=true', title: 'Company | Posted Jobs' },
  { viewer: 'superadmin', path: '/company/jobs?showNewLayout=true', title: 'Company | Posted Jobs' },
  { viewer: 'companyadmin', path: '/company/jobs?q=nothing-like-it', title: 'Company | Posted Jobs' },
  { viewer: 'companyadmin', path: '/company/jobs/{own}/detail', title: /^Company \| (?!Not found|Oops)/ },
  { viewer: 'companyadmin', path: '/company/jobs/new', title: /^Company \| / },
  { viewer: 'companyadmin', path: '/company/settings/employees', title: 'Company | Employees' },
  { viewer: 'company', path: '/company/settings/employees?q=nothing-like-it', title: 'Company | Employees' },
  { viewer: 'company', path: '/company/jobs', title: 'Company | Posted Jobs' },
  { viewer: 'invoice', path: '/company/jobs', title: 'Company | Posted Jobs' },
  { viewer: 'internal', path: '/company/jobs', title: 'Company | Posted Jobs' },
  { viewer: 'internal', path: '/members/home', title: /^Drivers \| / },
  { viewer: 'superadmin', path: '/admin/company-list', title: 'Admin | Company List' },
  { viewer: 'superadmin', path: '/admin/user-management', title: 'Admin | User Management' },
  { viewer: 'superadmin', path: '/admin/user-management?q=nothing-like-it', title: 'Admin | User Management' },
  { viewer: 'admin', path: '/admin/user-management/admins', title: 'Admin | User Management' },
  { viewer: 'superadmin', path: '/company/settings/employees', title: 'Company | Employees' },
  { viewer: 'superadmin', path: '/company/jobs', title: 'Company | Posted Jobs' },
  { viewer: 'superadmin', path: '/company/jobs/{own}/detail', title: /^Company \| (?!Not found|Oops)/ },
  { viewer: 'admin', path: '/admin/company-list', title: 'Admin | Company List' },
  { viewer: 'driver', path: '/members/home', title: 'Drivers | Home' },
  { viewer: 'driver', path: '/members/settings', title: 'Drivers | My profile' },
  { viewer: 'driver', path: '/members/settings/notifications', title: 'Drivers | Notifications' },
  { viewer: 'driver', path: '/members/settings/reset-password', title: 'Drivers | Password and sessions' },
  { viewer: 'driver', path: '/members/settings/delete-account', title: 'Drivers | Delete account' },
  { viewer: 'internal', path: '/members/settings', title: 'Drivers | My profile' },
  { viewer: 'admin', path: '/members/settings/delete-account', title: 'Drivers | Delete account' },
  { viewer: 'visitor', path: '/deleted-members', title: 'Account deleted | Haulboard' },
  { viewer: 'superadmin', path: '/account', title: 'Your account | Haulboard' },
  { viewer: 'newsadmin', path: '/account', title: 'Your account | Haulboard' },
  { viewer: 'company', path: '/company/settings', title: 'Company | Settings' },
  { viewer: 'driver', path: '/jobs/{job}/apply', title: 'Apply | Haulboard' },
];
