/** Roles of members, from the most to the least; each may do what the roles after it may do. This file imports nothing. */
export const roles = ['admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

export const includesRole = (role: Role, least: Role): boolean => roles.indexOf(role) <= roles.indexOf(least)

/** The role in a sentence. */
export const roleWords: Record<Role, string> = { admin: 'an administrator', member: 'a member', viewer: 'a viewer' }
