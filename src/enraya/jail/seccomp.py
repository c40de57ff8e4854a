"""seccomp: system calls that a process gives up for ever, as a filter program that the kernel runs before each.

What is refused are whole services that no player needs (sockets, tracing, mounting, kernel keys, other processes) and
what Landlock does not see (owners, modes and times of files). Everything else is allowed: runtimes differ.
"""

from __future__ import annotations

import ctypes
import errno
import struct

from enraya.jail.kernel import CLONE_THREAD, PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG, PR_SET_SECCOMP, call, machine, prctl

AUDIT_MACHINE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32 = 0x40000000
FILTER_MODE = 2

REFUSED: dict[str, tuple[int | None, int | None]] = {
    # Sockets; pairs of connected streams remain, which runtimes talk to themselves with.
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
    # Other processes.
    "fork": (57, None), "vfork": (58, None), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "kcmp": (312, 272), "pidfd_getfd": (438, 438), "process_madvise": (440, 440),
    "pidfd_send_signal": (424, 424), "migrate_pages": (256, 238), "move_pages": (279, 239),
    # Memory that no limit counts.
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194), "shmat": (30, 196),
    "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
    # Namespaces and mounts.
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    # Doors into the kernel.
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "add_key": (248, 217), "request_key": (249, 218),
    "keyctl": (250, 219), "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "reboot": (169, 142), "swapon": (167, 224),
    "swapoff": (168, 225), "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "acct": (163, 89),
    "quotactl": (179, 60), "quotactl_fd": (443, 443), "syslog": (103, 116), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266), "sethostname": (170, 161),
    "setdomainname": (171, 162), "iopl": (172, None), "ioperm": (173, None), "modify_ldt": (154, None),
    "personality": (135, 92), "fanotify_init": (300, 262), "vhangup": (153, 58),
    # What Landlock does not see.
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, None),
    "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54), "setxattr": (188, 5), "lsetxattr": (189, 6),
    "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "setxattrat": (463, 463), "removexattrat": (466, 466), "utime": (132, None), "utimes": (235, None),
    "futimesat": (261, None), "utimensat": (280, 88), "mknod": (133, None), "mknodat": (259, 33),
    "truncate": (76, 45),
}  # fmt: skip
"""The refused system calls: name, number on x86_64 and on aarch64."""

CLONE, CLONE3, SOCKETPAIR, MMAP, PRCTL = (56, 220), (435, 435), (53, 199), (9, 222), (157, 167)
SIGNALLING = ((62, 129), (234, 131), (129, 138), (297, 240))
"""kill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo: the process comes first."""

TKILL = (200, 130)
SOCK_TYPE, SOCK_STREAM = 0xF, 1
SHARED_ANONYMOUS = 0x21

LOAD, JUMP_EQUAL, JUMP_ANY_BIT, JUMP_AT_LEAST, AND, RETURN = 0x20, 0x15, 0x45, 0x35, 0x54, 0x06
KILL, ALLOW = 0x80000000, 0x7FFF0000
NUMBER_AT, MACHINE_AT, ARGUMENTS_AT = 0, 4, 16

Instruction = tuple[int, int, int, int]
"""A code, how far to jump if so and if not, and a number."""


def _refuse(number: int = errno.EPERM) -> Instruction:
    return RETURN, 0, 0, 0x00050000 | number


def _allow() -> Instruction:
    return RETURN, 0, 0, ALLOW


def _argument(index: int) -> Instruction:
    """Load the lower half of an argument."""
    return LOAD, 0, 0, ARGUMENTS_AT + 8 * index


def filter_program(own_process: int | None = None) -> list[Instruction]:
    """The filter for this machine. With *own_process*, signals may go to that process alone."""
    column = list(AUDIT_MACHINE).index(machine())
    program: list[Instruction] = [
        (LOAD, 0, 0, MACHINE_AT),
        (JUMP_EQUAL, 1, 0, AUDIT_MACHINE[machine()]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER_AT),
        (JUMP_AT_LEAST, 0, 1, X32),
        (RETURN, 0, 0, KILL),
    ]

    def add(numbers: tuple[int | None, int | None], *block: Instruction) -> None:
        """Add a rule: for the call with these *numbers* run *block*, which ends in a return."""
        if (number := numbers[column]) is not None:
            program.extend([(JUMP_EQUAL, 0, len(block), number), *block])

    for numbers in REFUSED.values():
        add(numbers, _refuse())
    # Threads, and no processes: then the limits of one process are those of all.
    add(CLONE, _argument(0), (JUMP_ANY_BIT, 1, 0, CLONE_THREAD), _refuse(errno.EAGAIN), _allow())
    # Its arguments lie where no filter can look; without it the C library uses clone.
    add(CLONE3, _refuse(errno.ENOSYS))
    # A pair of datagram sockets could still send to any address.
    add(SOCKETPAIR, _argument(1), (AND, 0, 0, SOCK_TYPE), (JUMP_EQUAL, 1, 0, SOCK_STREAM), _refuse(), _allow())
    add(
        MMAP,
        _argument(3),
        (AND, 0, 0, SHARED_ANONYMOUS),
        (JUMP_EQUAL, 0, 1, SHARED_ANONYMOUS),
        _refuse(errno.ENOMEM),
        _allow(),
    )
    if own_process is not None:
        add(TKILL, _refuse())
        for numbers in SIGNALLING:
            add(numbers, _argument(0), (JUMP_EQUAL, 1, 0, own_process), _refuse(), _allow())
        add(PRCTL, _argument(0), (JUMP_EQUAL, 0, 1, PR_SET_PDEATHSIG), _refuse(), _allow())
    return [*program, _allow()]


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


def confine(own_process: int | None = None) -> None:
    """Install the filter for this process and all its threads to come."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    program = filter_program(own_process)
    packed = b"".join(struct.pack("HBBI", *each) for each in program)
    buffer = ctypes.create_string_buffer(packed, len(packed))
    filtering = _Program(len(program), ctypes.addressof(buffer))
    call(
        "prctl",
        PR_SET_SECCOMP,
        ctypes.c_ulong(FILTER_MODE),
        ctypes.byref(filtering),
        ctypes.c_ulong(0),
        ctypes.c_ulong(0),
    )


def is_offered() -> bool:
    """True if there is a filter for this machine."""
    return machine() in AUDIT_MACHINE
